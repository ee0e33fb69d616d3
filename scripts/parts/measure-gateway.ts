import type { Gateway } from '@adsite/release/gateway'
import { Gauge, type Registry } from 'prom-client'

/** Registers the metrics of a gateway. */
export function measureGateway(gateway: Pick<Gateway, 'figures'>, register: Registry): void {
  const registers = [register]
  const streams = new Gauge({
    name: 'adsite_event_streams',
    help: 'Browsers that listen for new releases',
    registers,
    collect() {
      streams.set(gateway.figures().streams)
    },
  })
  const age = new Gauge({
    name: 'adsite_registry_age_seconds',
    help: 'Time since the registry was read; absent before the first time',
    registers,
    collect() {
      const { registryAge } = gateway.figures()
      age.remove()
      if (registryAge !== null) age.set(registryAge)
    },
  })
  const served = new Gauge({
    name: 'adsite_served_build',
    help: '1 for the build of each unit that most accounts receive',
    labelNames: ['unit', 'build'],
    registers,
    collect() {
      served.reset()
      for (const [unit, build] of Object.entries(gateway.figures().builds)) served.set({ unit, build }, 1)
    },
  })
}
