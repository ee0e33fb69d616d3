export { reportScreen } from './ReportScreen.tsx'
export { lastDays } from './period.ts'
