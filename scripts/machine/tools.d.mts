/** A problem that the user can solve; printed as one sentence without a stack trace. */
export declare class Problem extends Error {}
