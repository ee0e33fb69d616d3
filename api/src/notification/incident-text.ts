import { formatText, type Locale, type Text } from '@adsite/contract'
import type { IncidentOutcome } from '../db/schema/people/release-incident.ts'

const texts: Readonly<Record<IncidentOutcome, Text>> = {
  rolled_back: {
    ja: '「{{unit}}」のビルド {{build}} は読み込みの{{rate}}（{{loads}}回中{{failed}}回）で失敗したため、自動で {{target}} にロールバックしました。比較した {{against}} の失敗率は{{against_rate}}です。',
    en: 'Build {{build}} of {{unit}} failed in {{rate}} of its loads ({{failed}} of {{loads}}; {{against}}: {{against_rate}}) and was rolled back to {{target}} automatically.',
  },
  frozen: {
    ja: '「{{unit}}」のビルド {{build}} が読み込みの{{rate}}（{{loads}}回中{{failed}}回）で失敗しています（{{against}} は{{against_rate}}）。凍結中のため自動ではロールバックしません。対応を決めてください。',
    en: 'Build {{build}} of {{unit}} fails in {{rate}} of its loads ({{failed}} of {{loads}}; {{against}}: {{against_rate}}). The unit is frozen, so it is not rolled back automatically. Please decide.',
  },
  second: {
    ja: '「{{unit}}」のビルド {{build}} が読み込みの{{rate}}（{{loads}}回中{{failed}}回）で失敗しています（{{against}} は{{against_rate}}）。1時間以内に自動でロールバックしたばかりのため、再度のロールバックはしません。対応を決めてください。',
    en: 'Build {{build}} of {{unit}} fails in {{rate}} of its loads ({{failed}} of {{loads}}; {{against}}: {{against_rate}}). The unit was rolled back automatically within the hour, so it is not done again. Please decide.',
  },
  no_target: {
    ja: '「{{unit}}」のビルド {{build}} が読み込みの{{rate}}（{{loads}}回中{{failed}}回）で失敗しています（{{against}} は{{against_rate}}）。単独で戻せる以前のビルドがないため、自動ではロールバックできません。対応を決めてください。',
    en: 'Build {{build}} of {{unit}} fails in {{rate}} of its loads ({{failed}} of {{loads}}; {{against}}: {{against_rate}}). No earlier build can run by itself, so it cannot be rolled back automatically. Please decide.',
  },
  shell: {
    ja: 'シェルのビルド {{build}} が読み込みの{{rate}}（{{loads}}回中{{failed}}回）で失敗しています（{{against}} は{{against_rate}}）。シェルは自動ではロールバックしません。対応を決めてください。',
    en: 'Build {{build}} of the shell fails in {{rate}} of its loads ({{failed}} of {{loads}}; {{against}}: {{against_rate}}). The shell is never rolled back automatically. Please decide.',
  },
  degraded: {
    ja: 'リリースのレジストリで「{{unit}}」のポインターが読めません。記録をもとにビルド {{build}} を配信しています。修復してください。',
    en: 'The release registry has lost the pointer of {{unit}}. Build {{build}} is served from the log. Please repair it.',
  },
}

const prefix = 'release_'
const isOutcome = (name: string): name is IncidentOutcome => Object.hasOwn(texts, name)

/** The text of a notification about a release; null for other kinds. */
export function incidentText(kind: string, params: Readonly<Record<string, string>>, locale: Locale): string | null {
  const outcome = kind.slice(prefix.length)
  return kind.startsWith(prefix) && isOutcome(outcome) ? formatText(texts[outcome][locale], params) : null
}
