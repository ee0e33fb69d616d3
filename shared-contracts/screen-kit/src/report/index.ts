export { ReportScreen } from './ReportScreen.tsx'
export { lastDays } from './period.ts'
