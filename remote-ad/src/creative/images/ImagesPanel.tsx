import { materialTypes, namesOfTypes } from '@adsite/contract'
import { formatBytes, useLanguage } from '@adsite/i18n'
import { RouteLink } from '@adsite/remote'
import { FileDrop, Icon, Panel } from '@adsite/screen-kit'
import { mdiClose } from '@mdi/js'
import { Button, Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { useScreenText } from '../base/texts.ts'
import styles from './images.module.css'
import { canBeStored, type ChosenImage, type ImagesState } from './use-images.ts'

const types = Object.keys(materialTypes)

interface ImageRowProps {
  readonly image: ChosenImage
  readonly state: ImagesState
}

function ImageRow({ image, state }: ImageRowProps): ReactNode {
  const t = useScreenText()
  const language = useLanguage()
  const { key, file, picture, width, height, name, formats, formatId, fault, creativeId } = image
  const isOpen = canBeStored(image) && creativeId === null
  const facts = [
    // Shows the file name where the creative's name cannot be edited.
    ...(isOpen || creativeId !== null ? [file.name] : []),
    ...(width > 0 ? [`${width}×${height}px`] : []),
    formatBytes(file.size, language),
  ]
  return (
    <li className={styles.image} aria-label={file.name}>
      {picture ? <img className={styles.picture} src={picture} alt="" /> : <span className={styles.picture} />}
      <div className={styles.words}>
        {isOpen ? (
          <Input
            aria-label={t('image_name', { file: file.name })}
            value={name}
            onChange={({ target }) => state.change(key, { name: target.value })}
          />
        ) : creativeId === null ? (
          <span className={styles.named}>{file.name}</span>
        ) : (
          <span className={styles.named}>
            <RouteLink to="creative.detail" params={{ id: creativeId }}>
              {name}
            </RouteLink>
          </span>
        )}
        <span className={styles.facts}>{facts.join(' · ')}</span>
        {fault === null ? null : (
          <span className={styles.fault} role="alert">
            {creativeId === null ? fault : t('image_left', { fault })}
          </span>
        )}
      </div>
      {isOpen ? (
        <Select
          className={styles.format}
          aria-label={t('image_format', { file: file.name })}
          value={formatId}
          options={formats.map((format) => ({ value: format.id, label: format.name }))}
          onChange={(chosen) => state.change(key, { formatId: chosen })}
        />
      ) : (
        <span className={styles.format}>{formats.find(({ id }) => id === formatId)?.name}</span>
      )}
      <span className={styles.end}>
        {image.state === 'chosen' && creativeId === null ? (
          <Button
            type="text"
            icon={<Icon path={mdiClose} />}
            aria-label={t('image_remove', { file: file.name })}
            title={t('image_remove', { file: file.name })}
            onClick={() => state.remove(key)}
          />
        ) : image.state === 'chosen' ? null : (
          <span>{t(image.state === 'done' ? 'image_done' : 'image_sending')}</span>
        )}
      </span>
    </li>
  )
}

/** Images that each become a creative: selected or dropped, named after their files, each with a format that fits. */
export function ImagesPanel({ state }: { state: ImagesState }): ReactNode {
  const t = useScreenText()
  return (
    <Panel title={t('images')}>
      <p className={styles.hint}>{t(state.images.length === 0 ? 'images_hint' : 'images_common')}</p>
      {state.images.length > 0 ? (
        <ul className={styles.images} aria-label={t('images')}>
          {state.images.map((image) => (
            <ImageRow key={image.key} image={image} state={state} />
          ))}
        </ul>
      ) : null}
      <FileDrop accept={types} hint={t('images_takes', { types: namesOfTypes() })} onFiles={(files) => void state.add(files)} />
    </Panel>
  )
}
