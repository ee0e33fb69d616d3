import type { Compiler } from 'webpack'

const name = 'PlaceIndependentIdsPlugin'

/** The module that starts the runtime of Module Federation: an address that contains the module's text in base64. */
const starter = /^data:text\/javascript;charset=utf-8;base64,(.+)$/u
/** The absolute path that its text imports the runtime from. */
const imported = /(?<=^import federation from ')[^']+/u
const runtime = 'federation/bundler-runtime'

/** The modules that Module Federation names after absolute paths: its container entry, and the one that starts its runtime. */
const named = [
  { of: /^container entry \(/u, id: 'federation/container' },
  { of: /(?:^|\|)data:text\/javascript;charset=utf-8;base64,/u, id: 'federation/runtime' },
]

/**
 * Gives every module an id and a text that do not depend on the folder of the sources, so that equal sources give
 * equal files wherever they are built (docs/decisions/0003). webpack derives ids from relative paths, except where a
 * module's name contains a path or a hash of one.
 */
export class PlaceIndependentIdsPlugin {
  apply(compiler: Compiler): void {
    let path: string | undefined
    compiler.hooks.normalModuleFactory.tap(name, (factory) => {
      factory.hooks.beforeResolve.tap(name, (wanted) => {
        if (wanted.request === runtime && path !== undefined) wanted.request = path
        const [, encoded] = starter.exec(wanted.request) ?? []
        if (encoded === undefined) return
        const text = Buffer.from(encoded, 'base64').toString('utf8')
        path = imported.exec(text)?.[0]
        const independent = Buffer.from(text.replace(imported, runtime)).toString('base64')
        wanted.request = wanted.request.replace(encoded, independent)
      })
    })
    compiler.hooks.compilation.tap(name, (compilation) => {
      // Before webpack's own ids, which leave alone what has one.
      compilation.hooks.moduleIds.tap({ name, stage: -1 }, (modules) => {
        for (const module of modules) {
          const found = named.find(({ of }) => of.test(module.identifier()))
          if (found) compilation.chunkGraph.setModuleId(module, found.id)
        }
      })
    })
  }
}
