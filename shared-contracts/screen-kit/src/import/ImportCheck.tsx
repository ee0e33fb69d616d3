import type { AnyResource, ImportResult } from '@adsite/contract'
import { formatCount, useLanguage } from '@adsite/i18n'
import { RouteLink } from '@adsite/remote'
import { Button } from 'antd'
import { useEffect, useRef, type ReactNode } from 'react'
import { kit } from '../base/styles.tsx'
import { entityParameters } from '../base/texts.ts'
import { useImportText } from './texts.ts'
import { ImportErrors } from './ImportErrors.tsx'

interface ImportCheckProps {
  readonly resource: AnyResource
  readonly entity: ReturnType<typeof entityParameters>
  readonly listRoute: string
  readonly fileName: string
  readonly result: ImportResult
  readonly commit: () => void
  readonly restart: () => void
}

/** What a file would do or has done: counts, what is left out, and every fault. */
export function ImportCheck({ resource, entity, listRoute, fileName, result, commit, restart }: ImportCheckProps): ReactNode {
  const text = useImportText()
  const language = useLanguage()
  const heading = useRef<HTMLHeadingElement>(null)
  // The answer to what was just done: read aloud, and where the keyboard goes on.
  useEffect(() => heading.current?.focus(), [])
  const figure = (value: number) => formatCount(value, language)
  const { committed, create, update, unchanged, error_count, ignored } = result
  const changes = create + update
  const title = committed ? 'import_done' : error_count > 0 ? 'import_has_errors' : changes > 0 ? 'import_ready' : 'import_nothing'

  return (
    <section className={kit.panel}>
      <h2 className={kit.section_title} ref={heading} tabIndex={-1}>
        {text(title, { count: figure(committed ? changes : error_count || changes) })}
      </h2>
      <div className={`${kit.form} ${kit.section_body}`}>
        <p className={`${kit.paragraph} ${kit.muted}`}>{fileName}</p>
        <dl className={kit.counts}>
          {(
            [
              ['import_create', create],
              ['import_update', update],
              ['import_unchanged', unchanged],
              ['import_error_count', error_count],
            ] as const
          ).map(([key, value]) => (
            <div key={key}>
              <dt>{text(key)}</dt>
              <dd>{figure(value)}</dd>
            </div>
          ))}
        </dl>
        {ignored.length > 0 ? (
          <p className={`${kit.paragraph} ${kit.small}`}>
            {text('import_ignored', { columns: ignored.join(language === 'ja' ? '、' : ', ') })}
          </p>
        ) : null}
        {error_count > 0 ? <ImportErrors resource={resource} result={result} /> : null}
        <div className={kit.actions}>
          {committed || error_count > 0 || changes === 0 ? null : (
            <Button type="primary" onClick={commit}>
              {text('import_commit', { count: figure(changes) })}
            </Button>
          )}
          <Button onClick={restart}>{text('import_other')}</Button>
          {committed ? <RouteLink to={listRoute}>{text('list_title', entity)}</RouteLink> : null}
        </div>
      </div>
    </section>
  )
}
