/** The part of Vitest's JSON report that tells what failed. */
export interface VitestReport {
  testResults: {
    /** The path of the test's file. */
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** The part of Playwright's JSON report that tells what failed. */
export interface PlaywrightReport {
  suites: PlaywrightSuite[]
}
interface PlaywrightSuite {
  specs: { file: string; title: string; ok: boolean; tests: { results: { errors: { message?: string }[] }[] }[] }[]
  suites?: PlaywrightSuite[]
}

/** Each failed test as its file, its name and the first lines of its message. */
export declare function vitestFailures(report: VitestReport): string[]
/** Each failed test as its file, its name and the first lines of its message. */
export declare function playwrightFailures(report: PlaywrightReport): string[]
/** What a suite printed last that failed without a failed test, such as one with an unhandled error. */
export declare function unexplainedFailure(suite: string, code: number, output: string): string
