declare module 'virtual:areas' {
  import type { Area } from '@adsite/remote'
  export const areas: readonly Area[]
}
