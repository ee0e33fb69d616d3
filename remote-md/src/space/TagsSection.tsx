import { useApiQuery } from '@adsite/api-client'
import { frameStatuses, spaceEndpoints, type FrameTag } from '@adsite/contract'
import { RouteLink, useShell } from '@adsite/remote'
import { Icon, Panel, StateTag } from '@adsite/screen-kit'
import { mdiContentCopy } from '@mdi/js'
import { Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from '../base/md.module.css'
import { useScreenText } from '../base/texts.ts'

function FrameRow({ frame }: { frame: FrameTag }): ReactNode {
  const t = useScreenText()
  const { alert } = useShell()
  const { id, name, code, width, height, tag } = frame
  const status = frameStatuses.items.find(({ key }) => key === frame.status)

  async function copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      alert('success', [t('copied')], { autoClose: true })
    } catch {
      // The browser may forbid clipboard access; users can still select the text.
      alert('warn', [t('copy_failed')], { autoClose: true })
    }
  }

  return (
    <li className={styles.row}>
      <span className={styles.name}>
        <RouteLink to="frame.detail" params={{ id }}>
          {name}
        </RouteLink>
      </span>
      <span className={styles.note}>{code}</span>
      <span className={styles.note}>{width > 0 && height > 0 ? `${width} × ${height}` : t('any_size')}</span>
      {status ? <StateTag choice={status} /> : null}
      {tag === null ? null : (
        <div className={styles.tag}>
          <pre>{tag}</pre>
          <Button icon={<Icon path={mdiContentCopy} size={16} />} aria-label={t('tag_copy', { name })} onClick={() => void copy(tag)}>
            {t('copy')}
          </Button>
        </div>
      )}
    </li>
  )
}

/** The frames of a space, each with the tag for the medium's pages. */
export function TagsSection({ spaceId }: { spaceId: number }): ReactNode {
  const t = useScreenText()
  const shell = useShell()
  const { data, error, refetch } = useApiQuery(spaceEndpoints.tags, { params: { id: spaceId } })
  const frames = data?.data
  const createHref = shell.href('frame.create')
  return (
    <Panel
      title={t('frames')}
      busy={!frames && !error}
      failure={error && !frames ? { error, retry: () => void refetch() } : null}
      actions={createHref === null ? null : <Link to={`${createHref}?space_id=${spaceId}`}>{t('frame_create')}</Link>}
    >
      {!frames ? <Skeleton active title={false} paragraph={{ rows: 3, width: '100%' }} /> : null}
      {frames?.length === 0 ? <p className={styles.muted}>{t('frames_none')}</p> : null}
      {frames?.some(({ tag }) => tag === null) ? <p className={styles.muted}>{t('tag_missing')}</p> : null}
      {frames && frames.length > 0 ? (
        <ul className={styles.rows}>
          {frames.map((frame) => (
            <FrameRow key={frame.id} frame={frame} />
          ))}
        </ul>
      ) : null}
    </Panel>
  )
}
