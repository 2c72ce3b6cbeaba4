/** Returns the result of `work`, or undefined after `timeout`. */
export async function limitTime<T>(work: Promise<T>, timeout: number): Promise<T | undefined> {
	const signal = AbortSignal.timeout(Math.max(timeout, 0));
	const timedOut = new Promise<undefined>((resolve) => {
		signal.addEventListener('abort', () => resolve(undefined));
	});
	return await Promise.race([work, timedOut]);
}
