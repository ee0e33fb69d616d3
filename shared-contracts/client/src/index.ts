export { createClient, type Client, type ClientSettings } from './client.ts'
export type { Arguments, Calls } from './call.ts'
export { Refusal } from './refusal.ts'
export { pages } from './pages.ts'
