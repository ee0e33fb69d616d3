import { company, companyEndpoints, companyLacks, type ResourceRecord } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { Panel, RelatedRecords, ResourceDetail } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import { accountsBy, groupsBy } from '../account/relations.ts'
import { CreditRoomPanel } from './CreditRoomPanel.tsx'

const provisional = {
  title: { ja: '仮登録の企業です', en: 'This company is provisional' },
  text: {
    ja: '配信データの取り込みにより、企業名だけで登録されました。支払方法を確認し、次の項目を編集してください。',
    en: 'This company was created from a delivery file, with nothing but its name. Check the payment terms and complete these fields:',
  },
} as const

/** Missing data of a provisional company. */
function ProvisionalPanel({ record }: { record: ResourceRecord<typeof company> }): ReactNode {
  const localize = useLocalize()
  const lacks = companyLacks(record)
  if (lacks.length === 0) return null
  return (
    <Panel title={localize(provisional.title)}>
      <p>{localize(provisional.text)}</p>
      <ul>
        {lacks.map((name) => (
          <li key={name}>{localize(company.fields[name].label)}</li>
        ))}
      </ul>
    </Panel>
  )
}

export default function CompanyDetailScreen() {
  return (
    <ResourceDetail resource={company} endpoints={companyEndpoints} listRoute="company.list">
      {(record) => (
        <>
          <ProvisionalPanel record={record} />
          <CreditRoomPanel companyId={record.id} />
          <RelatedRecords
            relations={[
              accountsBy('advertiser', 'company_id', record.id),
              accountsBy('agency', 'company_id', record.id),
              accountsBy('rep', 'company_id', record.id),
              accountsBy('ptd', 'company_id', record.id),
              groupsBy('company_id', record.id),
            ]}
          />
        </>
      )}
    </ResourceDetail>
  )
}
