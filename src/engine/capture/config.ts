/** `torch._dynamo.config` as far as programs set it; one a run. */
export interface Config {
  recompileLimit: number;
  captureScalarOutputs: boolean;
  captureDynamicOutputShapeOps: boolean;
  automaticDynamicShapes: boolean;
  assumeStaticByDefault: boolean;
  suppressErrors: boolean;
  errorOnRecompile: boolean;
  verbose: boolean;
}

export const defaultConfig = (): Config => ({
  recompileLimit: 8,
  captureScalarOutputs: false,
  captureDynamicOutputShapeOps: false,
  automaticDynamicShapes: true,
  assumeStaticByDefault: true,
  suppressErrors: false,
  errorOnRecompile: false,
  verbose: false,
});

/** PyTorch's names of the switches; `cache_size_limit` is another of the first. */
export const CONFIG_NAMES: Readonly<Record<string, keyof Config>> = {
  recompile_limit: 'recompileLimit',
  capture_scalar_outputs: 'captureScalarOutputs',
  capture_dynamic_output_shape_ops: 'captureDynamicOutputShapeOps',
  automatic_dynamic_shapes: 'automaticDynamicShapes',
  assume_static_by_default: 'assumeStaticByDefault',
  suppress_errors: 'suppressErrors',
  error_on_recompile: 'errorOnRecompile',
  verbose: 'verbose',
};
