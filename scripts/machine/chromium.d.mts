/** Returns the path of a browser for the tests, and prints which one it is; installs one if there is none. Throws a Problem. */
export declare function findChromium(): Promise<string>
