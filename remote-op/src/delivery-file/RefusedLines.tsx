import { apiUrl, useApiQuery } from '@adsite/api-client'
import { deliveryFileEndpoints } from '@adsite/contract'
import { formatCount, useLanguage } from '@adsite/i18n'
import { FileLink, Panel, ScrollBox } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import styles from './delivery-file.module.css'
import { useFileText } from './texts.ts'

/** The rejected lines of a file with reasons and advice, and a CSV download of all of them. */
export function RefusedLines({ fileId }: { fileId: number }): ReactNode {
  const text = useFileText()
  const language = useLanguage()
  const { data, error, refetch } = useApiQuery(deliveryFileEndpoints.refused, { params: { id: fileId } })
  const total = data?.total ?? 0
  const lines = data?.data ?? []
  const href = apiUrl(deliveryFileEndpoints.refused_file, { params: { id: fileId }, query: { locale: language } })
  return (
    <Panel
      title={text('refused')}
      busy={!data && !error}
      failure={error && !data ? { error, retry: () => void refetch() } : null}
      actions={
        lines.length > 0 ? (
          <FileLink href={href} download>
            {text('download')}
          </FileLink>
        ) : null
      }
    >
      {data && total === 0 ? <p className={styles.note}>{text('refused_none')}</p> : null}
      {lines.length > 0 ? (
        <>
          <p className={styles.note}>{text('refused_next')}</p>
          <p className={styles.note}>
            {lines.length < total
              ? text('refused_first', { total: formatCount(total, language), shown: formatCount(lines.length, language) })
              : text('refused_count', { count: total, total: formatCount(total, language) })}
          </p>
          <ScrollBox label={text('refused')}>
            <table className={styles.lines}>
              <thead>
                <tr>
                  <th scope="col">{text('line')}</th>
                  <th scope="col">{text('reason')}</th>
                  <th scope="col">{text('raw')}</th>
                </tr>
              </thead>
              <tbody>
                {lines.map(({ line, reason, raw }) => (
                  <tr key={line}>
                    <th scope="row">{formatCount(line, language)}</th>
                    <td>{reason}</td>
                    <td className={styles.raw}>{raw}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollBox>
        </>
      ) : null}
    </Panel>
  )
}
