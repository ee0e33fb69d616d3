import { addTexts, i18n, type Text } from '@adsite/i18n'
import { useTranslation } from 'react-i18next'

type Values = Readonly<Record<string, string | number>>

/** A reader of the texts of one part of the shell. They come with the chunk that uses them, not with the start of the site. */
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
