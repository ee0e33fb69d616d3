declare module 'virtual:shares' {
  import type { Share } from './share.ts'
  export const shares: Record<string, Share>
}

declare module 'virtual:antd-tokens' {
  const values: Readonly<Record<string, unknown>>
  export default values
}
