/** A problem that the user can solve; printed as one sentence without a stack trace. */
export declare class Problem extends Error {}
/** Builds changed units, in parallel as cores allow. Throws a Problem. */
export declare function buildUnits(): Promise<void>
/** Ends every child process that is still running. */
export declare function endChildren(signal: NodeJS.Signals): void
/** Set when the user interrupts, after which no further program is started. */
export declare function interrupt(): void
/** The project's root folder. */
export declare const root: string
