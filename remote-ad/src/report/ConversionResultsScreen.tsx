import { reports } from '@adsite/contract'
import { ReportScreen } from '@adsite/screen-kit/report'
import type { ReactNode } from 'react'

export default function ConversionResultsScreen(): ReactNode {
  return <ReportScreen report={reports.conversion} />
}
