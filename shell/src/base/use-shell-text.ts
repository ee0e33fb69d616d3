import { i18n } from '@adsite/i18n'
import { useTranslation } from 'react-i18next'
import { shellNamespace, type shellTexts } from './texts.ts'

export type ShellTextKey = keyof typeof shellTexts

/** Reads the shell's own texts; unknown keys do not compile. */
export function useShellText(): (key: ShellTextKey, values?: Readonly<Record<string, string | number>>) => string {
  const { t } = useTranslation(shellNamespace, { i18n })
  return (key, values) => t(key, values ?? {})
}

/** Reads the texts that shell and remotes share. */
export function useCommonText(): (key: 'close' | 'retry' | 'select' | 'cancel' | 'loading') => string {
  const { t } = useTranslation('common', { i18n })
  return (key) => t(key)
}
