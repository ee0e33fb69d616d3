import { addTexts, i18n, type Text } from '@adsite/i18n'
import { useTranslation } from 'react-i18next'

type Values = Readonly<Record<string, string | number>>

/** Creates a hook that reads the texts of one part of the shell, which load with the chunk that uses them instead of at startup. */
export function textReader<const T extends Readonly<Record<string, Text>>>(
  namespace: string,
  texts: T,
): () => (key: keyof T & string, values?: Values) => string {
  return () => {
    addTexts(namespace, texts)
    const { t } = useTranslation(namespace, { i18n })
    return (key: string, values) => t(key, values ?? {})
  }
}
