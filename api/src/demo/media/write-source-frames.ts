import type { DemoWriter } from '../base/demo-writer.ts'
import type { DemoFrame } from './demo-media.ts'

/** Writes the frames of a delivery server that numbers what it serves. */
export async function writeSourceFrames(writer: DemoWriter, frames: readonly DemoFrame[]): Promise<void> {
  const named = frames.slice(0, 12).map(({ id }, at) => ({ source: 'dsp-1', name: `#${at + 1}`, frame_id: id }))
  await writer.insert('source_frames', 'source_frame', named)
}
