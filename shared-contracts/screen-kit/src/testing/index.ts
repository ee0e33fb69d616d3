export { stubDevice, stubDialog, stubLayout } from './device.ts'
export * from './screen.tsx'
export * from './success.ts'
export { testTitles } from './titles.ts'
