import { buildRemote } from '@adsite/remote/webpack'

await buildRemote(import.meta.dirname)
