import { useApiQuery } from '@adsite/api-client'
import { creative, creativeEndpoints, type Text } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { useShell } from '@adsite/remote'
import { OwnInputs, Page, Panel, PartFailure, ResourceCreate, type Followed, type FormValues, type StoreForm } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { texts as screenTexts, useScreenText } from './base/texts.ts'
import { ImagesPanel } from './images/ImagesPanel.tsx'
import { canBeStored, useImages } from './images/use-images.ts'
import { creativeInputs } from './own-inputs.ts'
import { useCreativeDefaults } from './use-creative-defaults.ts'
import { commonCreative } from './images/common-creative.ts'

// Prompts the user to add material next (spec/texts "Success messages").
const texts = {
  title: { ja: 'クリエイティブ登録', en: 'New creative' },
  submit: { ja: '登録する', en: 'Create' },
  done: { ja: 'クリエイティブを登録しました。続けて素材を登録してください。', en: 'Creative created. Add its material next.' },
}

const counted = (one: Text, many: Text, count: number): Text =>
  count === 1 ? one : { ja: many.ja.replace('{{count}}', String(count)), en: many.en.replace('{{count}}', String(count)) }

interface CreativeFormProps {
  readonly initial: FormValues
  readonly nameFor: (format: unknown) => string | null
  /** Formats assigned to an image by preference. */
  readonly preferred: readonly number[]
}

/** Creates a creative from the typed input, or one from each selected image. */
function CreativeForm({ initial, nameFor, preferred }: CreativeFormProps): ReactNode {
  const t = useScreenText()
  const shell = useShell()
  const formats = useApiQuery(creativeEndpoints.formats)
  const state = useImages(formats.data?.data ?? [], preferred)
  const count = state.images.filter(({ formatId }) => formatId !== null).length
  const someDone = state.images.some((image) => image.state === 'done')
  const open = state.images.filter(canBeStored).length

  const storeImages: StoreForm<typeof commonCreative> = async (common) => {
    const results = await state.store(common)
    const done = results.filter((image) => image.state === 'done')
    // Stops here so that the user sees the rejected images before continuing without them.
    if (done.length < results.length && open > 0) {
      shell.alert('warn', [t('images_some', { total: results.length, count: done.length })], { autoClose: false })
      return null
    }
    const [only] = done
    return { id: (done.length === 1 ? only?.creativeId : null) ?? Number(common.creative_group_id) }
  }

  const { images_submit_one, images_submit, images_go_on, images_done_one, images_done } = screenTexts
  // The same element in both cases: what was typed stays when images are added.
  const shared = {
    endpoints: creativeEndpoints,
    listRoute: 'creative.list' as const,
    initial,
    lead: formats.data ? (
      <ImagesPanel state={state} />
    ) : formats.error ? (
      <PartFailure error={formats.error} retry={() => void formats.refetch()} />
    ) : null,
  }
  const ofImages = {
    resource: commonCreative,
    // Several creatives are shown together in their group.
    detailRoute: count === 1 ? ('creative.detail' as const) : ('creative_group.detail' as const),
    store: storeImages,
    progress: state.sent ? t('images_sent', state.sent) : undefined,
    held: open === 0 && !someDone ? t('images_none') : undefined,
    texts: {
      title: texts.title,
      submit: open > 0 ? counted(images_submit_one, images_submit, open) : someDone ? images_go_on : texts.submit,
      done: counted(images_done_one, images_done, count),
    },
  }
  const followed: Followed<typeof creative> = { from: ['format_id'], useWanted: ([format]) => ({ name: nameFor(format) }) }
  const ofWords = {
    resource: creative,
    detailRoute: 'creative.detail' as const,
    followed,
    texts,
  }
  return (
    <OwnInputs resource={creative} inputs={creativeInputs}>
      {state.images.length > 0 ? <ResourceCreate {...shared} {...ofImages} hasMore /> : <ResourceCreate {...shared} {...ofWords} />}
    </OwnInputs>
  )
}

/** The form for a new creative; with a group (`?creative_group_id=3`), prefilled from what is known of it. */
export default function CreativeCreateScreen(): ReactNode {
  const t = useScreenText()
  const localize = useLocalize()
  const [search] = useSearchParams()
  const given = search.get('creative_group_id') ?? ''
  const { initial, nameFor, preferred } = useCreativeDefaults(/^[1-9]\d{0,14}$/u.test(given) ? Number(given) : null)
  if (!initial) {
    return (
      <Page title={localize(texts.title)}>
        <Panel title={t('loading')} busy />
      </Page>
    )
  }
  return <CreativeForm initial={initial} nameFor={nameFor} preferred={preferred} />
}
