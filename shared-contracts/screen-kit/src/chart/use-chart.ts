import { BarChart, LineChart, type BarSeriesOption, type LineSeriesOption } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import type { GridComponentOption, LegendComponentOption, TooltipComponentOption } from 'echarts/components'
import { init, use, type ComposeOption, type EChartsType } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useCallback, useEffect, useRef, type RefCallback } from 'react'
import { lessMotion } from '../base/use-media-query.ts'

use([BarChart, LineChart, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer])

/** What a chart of the site may be made of; another kind of series is added here, so that only what is drawn is loaded. */
export type ChartOption = ComposeOption<
  BarSeriesOption | LineSeriesOption | GridComponentOption | LegendComponentOption | TooltipComponentOption
>

function draw(chart: EChartsType, option: ChartOption): void {
  const [tooltip] = [option.tooltip].flat()
  chart.setOption(
    {
      ...option,
      textStyle: { fontFamily: getComputedStyle(chart.getDom()).fontFamily },
      animation: !matchMedia(lessMotion).matches,
      // Drawn on the canvas: HTML tooltips carry inline styles, which the content security policy forbids.
      ...(tooltip ? { tooltip: { confine: true, ...tooltip, renderMode: 'richText' } } : {}),
    },
    { notMerge: true },
  )
}

/**
 * Draws `option` into the element that gets the returned ref, which must have a height. Follows the
 * element's size, does without motion where the reader asks for that, and lets go of everything on
 * unmount. The element needs `role="img"` and a label that says in words what the picture shows.
 */
export function useChart(option: ChartOption): RefCallback<HTMLElement> {
  const shown = useRef<EChartsType | null>(null)
  const latest = useRef(option)

  useEffect(() => {
    if (latest.current === option) return
    latest.current = option
    if (shown.current) draw(shown.current, option)
  }, [option])

  return useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const chart = init(element, null, { renderer: 'canvas' })
    shown.current = chart
    draw(chart, latest.current)
    const observer = new ResizeObserver(() => chart.resize())
    observer.observe(element)
    const motion = matchMedia(lessMotion)
    const redraw = () => draw(chart, latest.current)
    motion.addEventListener('change', redraw)
    return () => {
      motion.removeEventListener('change', redraw)
      observer.disconnect()
      chart.dispose()
      shown.current = null
    }
  }, [])
}
