import { listSeparator, type AnyResource, type ImportResult, type RouteWith, type UndoEndpoint } from '@adsite/contract'
import { formatCount, formatDateTime, useLanguage } from '@adsite/i18n'
import { RouteLink } from '@adsite/remote'
import { Alert, Button } from 'antd'
import type { ReactNode, Ref } from 'react'
import kit from '../base/kit.module.css'
import styles from './import.module.css'
import { entityParameters } from '../base/texts.ts'
import { useImportText } from './texts.ts'
import { UndoButton } from '../undo/UndoButton.tsx'
import { ImportErrors } from './ImportErrors.tsx'
import { ImportRows } from './ImportRows.tsx'
import { RefusedFile } from './RefusedFile.tsx'
import type { ImportFault } from './use-import.ts'
import { WriteButton } from '../read-only/WriteButton.tsx'

interface ImportCheckProps {
  readonly heading: Ref<HTMLHeadingElement>
  readonly resource: AnyResource
  readonly entity: ReturnType<typeof entityParameters>
  readonly listRoute: RouteWith<never>
  readonly undo: UndoEndpoint
  readonly fileName: string
  readonly result: ImportResult
  /** Why the import failed; null: it has not. */
  readonly fault: ImportFault | null
  readonly commit: (partial: boolean) => void
  readonly restart: () => void
}

/** What an import would do or has done: counts, omissions, and all errors. */
export function ImportCheck({
  heading,
  resource,
  entity,
  listRoute,
  undo,
  fileName,
  result,
  fault,
  commit,
  restart,
}: ImportCheckProps): ReactNode {
  const text = useImportText()
  const language = useLanguage()
  const figure = (value: number) => formatCount(value, language)
  const { committed, create, update, unchanged, conflict, refused, errors, error_count, warnings, ignored, refused_file, change } = result
  const earlier = committed ? null : result.earlier
  const changes = create + update
  const held = result.held ?? 0
  const left = conflict + refused
  const title = committed ? 'import_done' : left > 0 ? 'import_has_errors' : changes > 0 ? 'import_ready' : 'import_nothing'
  const advice = left === 0 ? null : committed ? 'import_left_out' : changes > 0 ? 'import_mend' : 'import_mend_all'

  return (
    <section className={kit.panel}>
      <h2 className={kit.sectionTitle} ref={heading} tabIndex={-1}>
        {text(title, { count: figure(committed ? changes - held : left || changes) })}
      </h2>
      <div className={`${kit.form} ${kit.sectionBody}`}>
        <p className={`${kit.paragraph} ${kit.muted}`}>{fileName}</p>
        {result.outdated ? (
          <p className={`${kit.paragraph} ${kit.fault}`} role="alert">
            {text('import_outdated')}
          </p>
        ) : null}
        {earlier ? (
          <Alert
            type="warning"
            showIcon
            title={text('import_earlier')}
            description={
              <>
                <div>
                  {text('import_earlier_by', {
                    by: earlier.by ?? text('system'),
                    at: formatDateTime(earlier.at, language),
                    created: figure(earlier.created),
                  })}
                </div>
                {create > 0 ? <div>{text('import_earlier_again')}</div> : null}
              </>
            }
          />
        ) : null}
        {held > 0 ? <p className={kit.paragraph}>{text('import_held', { count: figure(held) })}</p> : null}
        {advice ? <p className={kit.paragraph}>{text(advice, { count: figure(left) })}</p> : null}
        <dl className={styles.counts}>
          {(
            [
              ['import_create', create],
              ['import_update', update - held],
              ...(held > 0 ? [['import_waiting', held] as const] : []),
              ['import_unchanged', unchanged],
              ['import_conflict', conflict],
              ['import_error_count', refused],
            ] as const
          ).map(([key, value]) => (
            <div key={key}>
              <dt>{text(key)}</dt>
              <dd>{figure(value)}</dd>
            </div>
          ))}
        </dl>
        {ignored.length > 0 ? (
          <p className={`${kit.paragraph} ${kit.small}`}>{text('import_ignored', { columns: ignored.join(listSeparator(language)) })}</p>
        ) : null}
        {error_count > 0 ? <ImportErrors resource={resource} label={text('import_errors')} errors={errors} count={error_count} /> : null}
        {refused_file === null ? null : <RefusedFile content={refused_file} fileName={fileName} />}
        {warnings.length > 0 ? (
          <>
            <p className={kit.paragraph}>{text('import_warnings_note')}</p>
            <ImportErrors resource={resource} label={text('import_warnings')} errors={warnings} count={warnings.length} />
          </>
        ) : null}
        {changes > 0 ? <ImportRows resource={resource} result={result} /> : null}
        {fault ? (
          <p className={`${kit.paragraph} ${kit.fault}`} role="alert">
            {fault.text} {fault.unsure ? text('import_again') : null}
          </p>
        ) : null}
        <div className={kit.actions}>
          {committed || changes === 0 ? null : (
            <WriteButton type={left > 0 || earlier ? 'default' : 'primary'} onClick={() => commit(left > 0)}>
              {text(left > 0 ? 'import_partial' : 'import_commit', { count: figure(changes) })}
            </WriteButton>
          )}
          {committed && update > 0 && change ? (
            <UndoButton resource={resource} endpoint={undo} change={change}>
              {text('import_undo')}
            </UndoButton>
          ) : null}
          <Button onClick={restart}>{text('import_other')}</Button>
          {committed ? <RouteLink to={listRoute}>{text('list_title', entity)}</RouteLink> : null}
        </div>
      </div>
    </section>
  )
}
