import { imageSize } from 'image-size';
import { buffer } from 'node:stream/consumers';
import type { Addresses } from './addresses.cjs';
import type { PostFile } from '../networks/samples.cjs';
import type { Size } from './networks/types.cjs';
import { listWorkspaces, type ServiceState } from './state.cjs';
import type { Uploads } from './uploads.cjs';

type Facts = Pick<PostFile, 'width' | 'height' | 'seconds' | 'fps'>;

/** Reads what a network knows of a file from its beginning: of simple MP4s and pictures. */
export function measureFile(head: Buffer, type: string): Facts {
	if (type === 'video/mp4') return readVideoFacts(head);
	try {
		const { width, height } = imageSize(head);
		return { width, height };
	} catch {
		return {};
	}
}

function readVideoFacts(head: Buffer): Facts {
	const readNumbers = (box: string, ...offsets: number[]) => {
		const at = head.indexOf(box, 0, 'latin1');
		const isWhole = at >= 0 && at + Math.max(...offsets) + 8 <= head.length;
		return offsets.map((offset) => (isWhole ? head.readUInt32BE(at + 4 + offset) : NaN));
	};
	const [perSecond, duration] = readNumbers('mvhd', 12, 16);
	const [width, height] = readNumbers('tkhd', 76, 80).map((fixed) => fixed / 65_536);
	const [ticks] = readNumbers('mdhd', 12);
	const [ticksPerFrame] = readNumbers('stts', 12);
	const found = { seconds: duration / perSecond, width, height, fps: ticks / ticksPerFrame };
	return Object.fromEntries(Object.entries(found).filter(([, value]) => !Number.isNaN(value)));
}

/** Measures pictures by their URLs: uploads from the stored file, others from their URL. */
export const createMeasure =
	(state: ServiceState, uploads: Uploads, addresses: Addresses) =>
	async (path: string): Promise<Size | undefined> => {
		const kept = listWorkspaces(state)
			.flatMap(({ media }) => media)
			.find((media) => media.hasBytes && media.path === path);
		try {
			const file = kept ? uploads.read(kept.name) : await addresses.open(new URL(path));
			return imageSize(await buffer(file));
		} catch {
			return undefined;
		}
	};
