export { baseConfiguration } from './base.ts'
export { buildUnit } from './build.ts'
export { ManifestPlugin } from './manifest-plugin.ts'
export { buildRemote } from './remote.ts'
