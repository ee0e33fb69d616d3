import type { ClientBase } from 'pg'
import type { DemoSpace } from './demo-media.ts'
import type { DemoWriter } from '../base/demo-writer.ts'
import type { Random } from '../base/random.ts'

interface Format {
  readonly id: number
  readonly kind: string
  readonly width: number | null
  readonly height: number | null
}

/** Writes what each space accepts: banners of its size, and natives and texts within articles. */
export async function writeFormatSettings(
  writer: DemoWriter,
  client: ClientBase,
  spaces: readonly DemoSpace[],
  random: Random,
): Promise<void> {
  const { rows: formats } = await client.query<Format>('select id, kind, width, height from formats order by id')
  const templates: Readonly<Record<string, string>> = { NATIVE: 'IN_FEED', TEXT: 'TEXT_LINK' }
  const settings = spaces.flatMap(({ id: space_id, publisher_group_id, position, width, height }) =>
    formats
      .filter((format) =>
        format.kind === 'BANNER'
          ? format.width === width && format.height === height
          : position === 'IN_ARTICLE' && format.kind in templates,
      )
      .map(({ id: format_id, kind }) => ({
        publisher_group_id,
        space_id,
        format_id,
        enabled: random.chance(0.9),
        template: templates[kind] ?? 'PLAIN',
        floor_price: random.chance(0.3) ? random.whole(5, 40) * 10 : null,
      })),
  )
  await writer.insert('format_settings', 'format_setting', settings)
}
