import { apiUrl, call, useApiQuery } from '@adsite/api-client'
import { useMay } from '@adsite/auth'
import {
  acceptedTypes,
  creativeEndpoints,
  materialTypes,
  materialUploadBytes,
  message,
  namesOfTypes,
  type CreativeRules,
  type Material,
} from '@adsite/contract'
import { formatBytes, useLanguage } from '@adsite/i18n'
import { askSessionFirst, Icon, Panel, RemoveFileButton, UploadBox, useFileRemoval, type UploadTarget } from '@adsite/screen-kit'
import { mdiDownloadOutline } from '@mdi/js'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import styles from './base/creative.module.css'
import { useScreenText } from './base/texts.ts'

const megabyte = 1_000_000

/** The upload target for materials, with the API's checks that are possible before the upload. */
function targetOf(id: number, rules: CreativeRules | null): UploadTarget {
  const accepted = rules ? acceptedTypes(rules) : []
  return {
    endpoint: creativeEndpoints.upload,
    id,
    faultOf({ type, size }) {
      // Files of unknown type may be valid, because the API detects the type from the bytes.
      if (type !== '' && !accepted.some((of) => of === type)) {
        return message('material_type', namesOfTypes(accepted))
      }
      return size > materialUploadBytes ? message('file_size', materialUploadBytes / megabyte) : null
    },
  }
}

interface MaterialRowProps {
  readonly creativeId: number
  readonly material: Material
  /** Null: materials cannot be removed now. */
  readonly onRemove: (() => void) | null
}

function MaterialRow({ creativeId, material, onRemove }: MaterialRowProps): ReactNode {
  const t = useScreenText()
  const language = useLanguage()
  const { id, name, width, height, size, content_type } = material
  const href = apiUrl(creativeEndpoints.material, { params: { id: creativeId, material_id: id } })
  return (
    <li className={styles.material}>
      <img className={styles.thumbnail} src={href} alt="" loading="lazy" />
      <div className={styles.facts}>
        <span className={styles.name}>{name}</span>
        <span className={styles.small}>{`${materialTypes[content_type]} · ${width}×${height}px · ${formatBytes(size, language)}`}</span>
      </div>
      <Button
        type="text"
        icon={<Icon path={mdiDownloadOutline} />}
        href={href}
        download={name}
        onClick={(event) => void askSessionFirst(event)}
        aria-label={t('download', { name })}
        title={t('download', { name })}
      />
      {onRemove ? <RemoveFileButton name={name} onClick={onRemove} /> : null}
    </li>
  )
}

interface MaterialSectionProps {
  readonly creativeId: number
  /** Why changes are not possible now; undefined: they are. */
  readonly locked: string | undefined
}

/** The materials of a creative, and a drop zone to add more. */
export function MaterialSection({ creativeId, locked }: MaterialSectionProps): ReactNode {
  const t = useScreenText()
  const language = useLanguage()
  const mayChange = useMay('creative.update') && locked === undefined
  const { data, error, refetch } = useApiQuery(creativeEndpoints.materials, { params: { id: creativeId } })
  const rules = data?.rules ?? null
  const target = targetOf(creativeId, rules)

  const { ask, dialog } = useFileRemoval({
    target: target,
    remove: ({ id }: Material) => call(creativeEndpoints.removeMaterial, { params: { id: creativeId, material_id: id } }),
    words: { title: t('remove_title'), text: (name) => t('remove_text', { name }), done: (name) => t('removed', { name }) },
  })

  function hint(known: CreativeRules): string {
    const { width, height, max_bytes } = known
    return t('takes', {
      types: namesOfTypes(acceptedTypes(known)),
      width: String(width ?? '–'),
      height: String(height ?? '–'),
      width2: String((width ?? 0) * 2),
      height2: String((height ?? 0) * 2),
      bytes: formatBytes(max_bytes ?? materialUploadBytes, language),
    })
  }

  const takesNone = rules !== null && acceptedTypes(rules).length === 0
  return (
    <Panel title={t('materials')} busy={!data && !error} failure={error && !data ? { error, retry: () => void refetch() } : null}>
      {data && data.data.length > 0 ? (
        <ul className={styles.list} aria-label={t('material_list')}>
          {data.data.map((material) => (
            <MaterialRow key={material.id} creativeId={creativeId} material={material} onRemove={mayChange ? () => ask(material) : null} />
          ))}
        </ul>
      ) : (
        <p className={styles.none}>
          {t(!data ? 'loading' : takesNone ? 'text_only' : rules === null && mayChange ? 'no_format' : 'no_material')}
        </p>
      )}
      {mayChange && rules !== null && !takesNone ? (
        <UploadBox target={target} there={data?.data.length ?? 0} accept={acceptedTypes(rules)} hint={hint(rules)} />
      ) : null}
      {locked === undefined ? null : <p className={styles.none}>{locked}</p>}
      {dialog}
    </Panel>
  )
}
