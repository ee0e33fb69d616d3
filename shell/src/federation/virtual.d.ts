declare module 'virtual:shares' {
  import type { Share } from './share.ts'
  export const shares: Record<string, Share>
}
