// Build formats shared by shell, remotes and release tools; no React, no browser APIs.
export * from './contract-version.ts'
export type { FrameCell, FrameRows, FrameView } from './frame-view.ts'
export * from './incompatibility.ts'
export * from './manifest.ts'
export * from './release.ts'
export * from './release-key.ts'
export * from './signed-bytes.ts'
export * from './cohort.ts'
