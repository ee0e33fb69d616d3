// What shell, remotes and release tools agree on about a build: no React, nothing that needs a browser.
export * from './contract-version.ts'
export * from './incompatibility.ts'
export * from './manifest.ts'
export * from './release.ts'
export * from './signed-bytes.ts'
export * from './cohort.ts'
