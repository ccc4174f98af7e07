/**
 * The little of tfjs that the bench uses. Its packages are fifty megabytes that nothing else needs: `package.json` beside
 * this file names them, and `npm run bench` installs them.
 */
export interface Other {
  dataSync(): ArrayLike<number>;
}

type Two = (a: Other, b: Other | number) => Other;
type Along = (a: Other, axis?: number) => Other;

export interface Tfjs {
  setBackend(name: 'cpu'): Promise<boolean>;
  tensor(values: number[], shape: number[], dtype: 'float32'): Other;
  tidy(work: () => void): void;
  matMul(a: Other, b: Other): Other;
  conv2d(x: Other, filters: Other, strides: number, pad: 'same'): Other;
  softmax(x: Other): Other;
  sum: Along;
  mean: Along;
  max: Along;
  add: Two;
  mul: Two;
  relu(x: Other): Other;
  tanh(x: Other): Other;
}

/** Named in variables: the check of types need not find what the main installation has not. */
const [CORE, CPU] = ['@tensorflow/tfjs-core', '@tensorflow/tfjs-backend-cpu'] as const;

export async function loadTfjs(): Promise<Tfjs> {
  const tf = (await import(CORE as string)) as Tfjs;
  await import(CPU as string);
  await tf.setBackend('cpu');
  return tf;
}
