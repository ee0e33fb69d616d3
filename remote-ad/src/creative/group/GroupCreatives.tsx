import { apiUrl, useApiQuery } from '@adsite/api-client'
import { creativeEndpoints, creativeStatuses, type creative, type ResourceRecord } from '@adsite/contract'
import { RouteLink, useShell } from '@adsite/remote'
import { Icon, LinkButton, Panel, StateTag } from '@adsite/screen-kit'
import { mdiImageOffOutline, mdiPlus } from '@mdi/js'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from '../base/creative.module.css'
import { useScreenText } from '../base/texts.ts'

function CreativeCard({ creative: { id, name, status, image_id } }: { creative: ResourceRecord<typeof creative> }): ReactNode {
  const state = creativeStatuses.items.find(({ key }) => key === status)
  return (
    <li className={styles.card}>
      <span className={styles.cardImage}>
        {image_id === null ? (
          <Icon path={mdiImageOffOutline} size={32} />
        ) : (
          <img src={apiUrl(creativeEndpoints.material, { params: { id, material_id: image_id } })} alt="" loading="lazy" />
        )}
      </span>
      <span className={styles.name}>
        <RouteLink to="creative.detail" params={{ id }}>
          {name}
        </RouteLink>
      </span>
      {state ? <StateTag choice={state} /> : null}
    </li>
  )
}

/** The creatives of a group with images and states, and a link to add one. */
export function GroupCreatives({ groupId }: { groupId: number }): ReactNode {
  const t = useScreenText()
  const shell = useShell()
  const query = { creative_group_id: String(groupId), limit: '50' } as const
  const { data, error, refetch } = useApiQuery(creativeEndpoints.list, { query })
  const create = shell.href('creative.create')
  const list = shell.href('creative.list')
  const creatives = data?.data
  return (
    <Panel
      title={t('group_creatives')}
      busy={!data && !error}
      failure={error && !data ? { error, retry: () => void refetch() } : null}
      actions={
        <LinkButton type="primary" icon={<Icon path={mdiPlus} />} href={create && `${create}?creative_group_id=${groupId}`}>
          {t('add_creative')}
        </LinkButton>
      }
    >
      {creatives && creatives.length > 0 ? (
        <ul className={styles.cards}>
          {creatives.map((creative) => (
            <CreativeCard key={creative.id} creative={creative} />
          ))}
        </ul>
      ) : (
        <p className={styles.none}>{t(creatives ? 'group_empty' : 'loading')}</p>
      )}
      {list !== null && creatives && creatives.length > 0 ? (
        <p className={styles.note}>
          <Link to={`${list}?creative_group_id=${groupId}`}>{t('all_creatives')}</Link>
        </p>
      ) : null}
    </Panel>
  )
}
