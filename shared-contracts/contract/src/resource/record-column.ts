import type { Field, Fields } from '../field/field-type.ts'
import { listMetrics, visibleListMetrics } from '../metric/list-delivery.ts'
import { metricKind, metrics, type MetricName } from '../metric/metric.ts'
import type { AnyResource } from './resource.ts'
import { fourEyesAreas } from '../role/four-eyes.ts'
import type { Role } from '../role/role.ts'
import { noticeTopicChoices } from '../site/notice-setting.ts'
import type { Text } from '../text/text.ts'
import { isKeyOf } from '../value/keys.ts'

/** What a list or export column shows: a field, a value that every record has, or a metric of its delivery. */
export type RecordColumn = Pick<
  Field,
  | 'kind'
  | 'label'
  | 'choices'
  | 'meter'
  | 'target'
  | 'roles'
  | 'describe'
  | 'refersTo'
  | 'maxLength'
  | 'empty'
  | 'decimals'
  | 'without'
  | 'end'
> & {
  /** The value is that of the metric in `figures` of the record. */
  readonly metric?: MetricName
}

/** Whether a value says nothing, because what it belongs to is empty (`Field.without`). */
export const saysNothing = ({ without }: RecordColumn, record: Readonly<Record<string, unknown>>): boolean =>
  without !== undefined && record[without] === null

/** Columns that every record has in addition to its fields (spec/domain "Every row"). */
export const recordColumns = {
  id: { kind: 'integer', label: { ja: 'ID', en: 'ID' } },
  version: { kind: 'integer', label: { ja: 'バージョン', en: 'Version' } },
  created_at: { kind: 'datetime', label: { ja: '登録日時', en: 'Created' } },
  created_by: { kind: 'text', label: { ja: '登録者', en: 'Created by' } },
  updated_at: { kind: 'datetime', label: { ja: '更新日時', en: 'Updated' } },
  updated_by: { kind: 'text', label: { ja: '更新者', en: 'Updated by' } },
} as const satisfies Record<string, { kind: Field['kind']; label: Text }>

const metricColumn = (name: MetricName): RecordColumn => ({ kind: metricKind(name), label: metrics[name].label, metric: name })

/** The column with that name; undefined if the resource has none. */
export function recordColumn(resource: AnyResource, name: string): RecordColumn | undefined {
  const fields: Fields = resource.fields
  if (Object.hasOwn(fields, name)) return fields[name]
  const metric = listMetrics(resource).find((known) => known === name)
  if (metric) return metricColumn(metric)
  return isKeyOf(recordColumns, name) ? recordColumns[name] : undefined
}

/** Names of the columns a role may view and export: the resource's fields, the metrics of its delivery, then those common to all records. */
export function columnNames(resource: AnyResource, role: Role): string[] {
  const fields = Object.entries<Field>(resource.fields).filter(([, { roles }]) => !roles || roles.includes(role))
  return [...fields.map(([name]) => name), ...visibleListMetrics(resource, role), ...Object.keys(recordColumns)]
}

/** The columns that a role sees unless it chooses others; a reference to its own account would be the same in every row. */
export function defaultColumns(resource: AnyResource, role: Role): string[] {
  const offered = columnNames(resource, role)
  return resource.list.columns.filter((name) => offered.includes(name) && resource.fields[name]?.target !== role)
}

/** Names under which a record's history stores changes outside the record's own fields. */
export const relatedEntries = {
  /** For a user: only the administrator may know which accounts a user has. */
  default_account_id: { kind: 'reference', target: 'account', label: { ja: '既定のアカウント', en: 'Default account' }, roles: ['admin'] },
  /** For a user: the topics of notices that reach them. */
  notice_site: {
    kind: 'choices',
    choices: noticeTopicChoices,
    label: { ja: 'サイトで受け取る通知', en: 'Notifications on the site' },
    roles: ['admin'],
  },
  notice_mail: {
    kind: 'choices',
    choices: noticeTopicChoices,
    label: { ja: 'メールで受け取る通知', en: 'Notifications by mail' },
    roles: ['admin'],
  },
  /** For an ad: a medium, an ad space or an article by its name. */
  exclusion: { kind: 'text', label: { ja: '除外した掲載先', en: 'Excluded place' } },
  listing: { kind: 'text', label: { ja: '許可した掲載先', en: 'Listed place' } },
  /** For an account or media group. */
  factor_required_from: {
    kind: 'date',
    label: { ja: '二段階認証を必須にする日', en: 'Two-step sign-in required from' },
    roles: ['admin'],
  },
  four_eyes_areas: {
    kind: 'choices',
    choices: fourEyesAreas,
    label: { ja: '2人で決める変更', en: 'Decided by two persons' },
    roles: ['admin'],
  },
  four_eyes_above: {
    kind: 'money',
    label: { ja: '承認に2人が必要な申込の金額', en: 'Orders decided by two persons above' },
    roles: ['admin'],
  },
  /** For a single sign-on. */
  client_secret: { kind: 'text', label: { ja: 'クライアントシークレット', en: 'Client secret' }, roles: ['admin'] },
  sign_on_domain: { kind: 'text', label: { ja: 'メールドメイン', en: 'E-mail domain' }, roles: ['admin'] },
  sign_on_proof: { kind: 'text', label: { ja: 'ドメインの所有確認', en: 'Proof of the domain' }, roles: ['admin'] },
  sign_on_group: { kind: 'text', label: { ja: 'グループの割り当て', en: 'Group' }, roles: ['admin'] },
} as const satisfies Record<string, RecordColumn>

/** The related entry with that name, if the role receives it. */
export function relatedEntry(name: string, role: Role): RecordColumn | undefined {
  const entry: RecordColumn | undefined = isKeyOf(relatedEntries, name) ? relatedEntries[name] : undefined
  return entry?.roles && !entry.roles.includes(role) ? undefined : entry
}
