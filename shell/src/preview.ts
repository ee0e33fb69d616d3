/** Where the gateway serves the document that loads the preview script. */
const frameAddress = '/preview-frame'

/**
 * Starts the preview script of the ad-serving host (spec/api "Preview script") where one is set: in a frame of its own that
 * has no origin, so that it reads nothing of this page and calls nothing in its name (spec/quality "Previews").
 */
export function startPreview(script: string): void {
  if (script === '') return
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.src = frameAddress
  frame.title = 'preview'
  frame.hidden = true
  document.body.append(frame)
}
