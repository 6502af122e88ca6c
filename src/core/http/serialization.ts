// Serializers of answers, compiled at their first use: a process that starts needs a handful of its several hundred.

import SerializerSelector from '@fastify/fast-json-stringify-compiler';

type BuildSerializer = ReturnType<typeof SerializerSelector>;

/** Fastify's own factory, delayed. */
export const buildSerializer: BuildSerializer = (schemas, options) => {
  const compile = SerializerSelector()(schemas, options);
  return (definition) => {
    let serialize: ReturnType<typeof compile> | undefined;
    return (answer) => {
      serialize ??= compile(definition);
      return serialize(answer);
    };
  };
};
