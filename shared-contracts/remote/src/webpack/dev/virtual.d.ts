declare module 'virtual:served-area' {
  export const area: import('@adsite/remote').Area
}
