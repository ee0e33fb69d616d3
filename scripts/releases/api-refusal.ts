import { RequestError } from '@adsite/api'
import type { ReleaseAction, Text } from '@adsite/contract'
import { commandLine, type ReleaseErrorCode, type ReleaseError } from '@adsite/release'

/** What was not done. */
const undone: Readonly<Record<ReleaseAction | 'preview', Text>> = {
  preview: { ja: 'プレビューできません。', en: 'The preview is not possible. ' },
  promote: { ja: '{{unit}}を公開できませんでした。', en: '{{unit}} was not promoted. ' },
  canary: { ja: '{{unit}}の試行を変更できませんでした。', en: 'The trial of {{unit}} was not changed. ' },
  end_canary: { ja: '{{unit}}の試行を終了できませんでした。', en: 'The trial of {{unit}} was not ended. ' },
  rollback: { ja: '{{unit}}をロールバックできませんでした。', en: '{{unit}} was not rolled back. ' },
  freeze: { ja: '{{unit}}を凍結できませんでした。', en: '{{unit}} was not frozen. ' },
  unfreeze: { ja: '{{unit}}の凍結を解除できませんでした。', en: '{{unit}} was not unfrozen. ' },
}

/** Reason and advice in the words of the releases page, where the command line's differ. */
const reasons: Readonly<Partial<Record<ReleaseErrorCode, Text>>> = {
  already_stable: {
    ja: 'このビルドはすでに全アカウントで使われています。別のビルドを選んでください。',
    en: 'Everybody runs this build already. Choose another one.',
  },
  unchanged: {
    ja: 'すでにその状態のため、何も変更していません。',
    en: 'It is like that already: nothing was changed.',
  },
  build_bad: {
    ja: 'このビルドは不良とされています。問題がないことを確かめたうえで、「全体に公開」で戻してください。',
    en: 'This build is marked bad. If it is right after all, bring it back with “Promote”.',
  },
  build_unknown: {
    ja: 'このビルドはレジストリにありません。一覧から選び直してください。',
    en: 'The registry does not have this build. Choose one of the list.',
  },
  canary_invalid: {
    ja: '試行の内容が正しくありません。0より大きい割合かアカウントを指定し、公開中のものとは別のビルドを選んでください。',
    en: 'The trial is not valid. Give a share above 0 or some accounts, and a build that does not run already.',
  },
  canary_running: {
    ja: '別のビルドを試行中です。先に、試行中のビルドを全体に公開するか、試行を終了してください。',
    en: 'Another build is being tried. Promote that one or end its trial first.',
  },
  contract_mismatch: {
    ja: '現在のシェルと互換性がありません。互換性のあるビルドを選ぶか、シェルと合わせて公開してください。',
    en: 'It does not fit what runs. Choose a build that does, or release both together.',
  },
  share_mismatch: {
    ja: '現在のシェルにない共有モジュールを必要としています。先にシェルを公開するか、別のビルドを選んでください。',
    en: 'It needs a shared module that what runs does not give. Release the shell first, or choose another build.',
  },
  file_changed: {
    ja: 'ビルドのファイルが公開後に変更されています。別のビルドを選び、変更の原因を調べてください。',
    en: 'A file of the build was changed after its publish. Choose another build, and find out who changed it.',
  },
  file_missing: {
    ja: 'ビルドのファイルが欠けています。別のビルドを選ぶか、もう一度公開（publish）してください。',
    en: 'A file of the build is missing. Choose another build, or publish it again.',
  },
  frozen: {
    ja: '凍結中です。先に凍結を解除してください。',
    en: 'It is frozen. Unfreeze it first.',
  },
  no_canary: {
    ja: '試行中のビルドはありません。',
    en: 'No build is being tried.',
  },
  unit_protected: {
    ja: 'このユニットは保護されています。リリース管理では、過去に公開したビルドへのロールバックと凍結だけができます。公開するには、このユニットの鍵かトークンでコマンドラインを使ってください。',
    en: 'This unit is protected: here it can be rolled back to builds that ran, and frozen. To promote a build, use the command line with a key or a token of the unit.',
  },
  storage_read_only: {
    ja: 'レジストリが読み取り専用のため、変更できません。サイトに書き込み権限を与えるか、権限のある環境のコマンドラインで操作してください。',
    en: 'The registry is read-only here. Give the site write access, or use the command line where there is one.',
  },
  no_rollback_target: {
    ja: '戻せる正常なビルドがありません。戻すビルドを選ぶか、修正したビルドを公開してください。',
    en: 'There is no good build to go back to. Choose one, or promote a corrected build.',
  },
  registry_damaged: {
    ja: 'レジストリのデータが壊れているか失われています。壊れている箇所はコマンドラインの「release doctor」で確認でき、ユニットの状態は「release repair」で履歴から復元できます。ビルドが壊れている場合は別のビルドを選んでください。',
    en: 'An object of the registry is damaged or missing. On the command line, “release doctor” says which, and “release repair” restores the state of a unit from the log. If it is a build, choose another one.',
  },
  preview_invalid: {
    ja: 'リンクが正しくないか、期限が切れているか、このビルドはプレビューできません。新しいリンクを作成してください。',
    en: 'The link is not valid or has ended, or the build cannot be previewed. Make a new link.',
  },
  signature_invalid: {
    ja: 'ビルドの署名が正しくありません。別のビルドを選び、変更の原因を調べてください。',
    en: 'The signature of the build is not valid. Choose another build, and investigate who changed it.',
  },
}

const lost: Text = {
  ja: '{{who}} さんが先に変更しました（リビジョン {{rev}}）。最新の状態を確認して、もう一度判断してください。',
  en: '{{who}} changed it first (revision {{rev}}). Review what runs now and decide again.',
}
const other: Text = { ja: 'レジストリが受け付けませんでした。', en: 'The registry refused it. ' }
const words: Text = { ja: '詳細：{{why}}', en: ' Details: {{why}}' }
const instead: Text = { ja: '／コマンドラインでは実行できます：{{command}}', en: '. The command line can: {{command}}' }

/** Who changed a unit meanwhile, and to which revision. */
export interface Winner {
  readonly who: string
  readonly rev: number
}

function fill(text: Text, values: Readonly<Record<string, string | number | Text>>): Text {
  const filled = (language: keyof Text) =>
    text[language].replaceAll(/\{\{(\w+)\}\}/gu, (whole, name: string) => {
      const value = values[name] ?? whole
      return typeof value === 'object' ? value[language] : String(value)
    })
  return { ja: filled('ja'), en: filled('en') }
}

const join = (...texts: readonly Text[]): Text => ({
  ja: texts.map(({ ja }) => ja).join(''),
  en: texts.map(({ en }) => en).join(''),
})

/** Maps the registry's error to the API's: what was not done with the unit of this title (null: with several), why, and what to do. */
export function apiRefusal(
  { code, why, commands }: ReleaseError,
  { action, unit, winner }: { readonly action: ReleaseAction | 'preview'; readonly unit: Text | null; readonly winner: Winner | null },
): RequestError {
  if (code === 'invalid_name' || code === 'unit_unknown') return new RequestError('not_found')
  const what = fill(undone[action], unit ? { unit } : {})
  if (code === 'pointer_moved' && winner) return new RequestError('conflict', { message: join(what, fill(lost, { ...winner })) })
  // The registry's own text names the file or the version.
  const details = fill(words, { why })
  const command = commands.length > 0 ? [fill(instead, { command: commandLine(commands) })] : []
  const message = join(what, reasons[code] ?? other, details, ...command)
  return new RequestError(
    code === 'storage_failed' || code === 'storage_read_only' ? 'unavailable' : code === 'pointer_moved' ? 'conflict' : 'action_blocked',
    { message },
  )
}
