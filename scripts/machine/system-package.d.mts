/** Installs packages with apt-get, and tells `out`; false if that is impossible. */
export declare function installPackages(packages: readonly string[], out?: NodeJS.WritableStream): Promise<boolean>
/** Path of a program, installed with apt-get if necessary, which `out` is told. Throws a Problem that names the packages. */
export declare function needProgram(name: string, packages: readonly string[], out?: NodeJS.WritableStream): Promise<string>
