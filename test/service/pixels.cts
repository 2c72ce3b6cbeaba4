import { imageSize } from 'image-size';
import type { Readable } from 'node:stream';
import type { Addresses } from './addresses.cjs';
import type { Size } from './networks/rules.cjs';
import { workspacesOf, type ServiceState } from './state.cjs';
import type { Uploads } from './uploads.cjs';

/** More than any picture has that the service takes. */
const MAX_BYTES = 10_485_760;

async function readAll(file: AsyncIterable<Buffer>): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of file) {
		chunks.push(chunk);
		size += chunk.length;
		if (size > MAX_BYTES) break;
	}
	return Buffer.concat(chunks);
}

/**
 * Measures pictures by their addresses: those that were uploaded in the files that were kept, others
 * at their own place.
 */
export const createMeasure =
	(state: ServiceState, uploads: Uploads, addresses: Addresses) =>
	async (path: string): Promise<Size | undefined> => {
		const kept = workspacesOf(state)
			.flatMap(({ media }) => media)
			.find((media) => media.kept && media.path === path);
		try {
			const file: Readable = kept ? uploads.read(kept.name) : await addresses.open(new URL(path));
			const { width, height } = imageSize(await readAll(file));
			return { width, height };
		} catch {
			return undefined;
		}
	};
