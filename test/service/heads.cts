import { imageSize } from 'image-size';
import type { DueFile } from './networks/due.cjs';

type Facts = Pick<DueFile, 'width' | 'height' | 'seconds' | 'fps'>;

/** What the beginning of a file says of it, as its network sees it: the simplest of MP4s, and pictures. */
export function factsOf(head: Buffer, type: string): Facts {
	if (type === 'video/mp4') return factsOfVideo(head);
	try {
		const { width, height } = imageSize(head);
		return { width, height };
	} catch {
		return {};
	}
}

function factsOfVideo(head: Buffer): Facts {
	const numbers = (box: string, ...offsets: number[]) => {
		const at = head.indexOf(box, 0, 'latin1');
		const isWhole = at >= 0 && at + Math.max(...offsets) + 8 <= head.length;
		return offsets.map((offset) => (isWhole ? head.readUInt32BE(at + 4 + offset) : NaN));
	};
	const [perSecond, duration] = numbers('mvhd', 12, 16);
	const [width, height] = numbers('tkhd', 76, 80).map((fixed) => fixed / 65_536);
	const [ticks] = numbers('mdhd', 12);
	const [each] = numbers('stts', 12);
	const found = { seconds: duration / perSecond, width, height, fps: ticks / each };
	return Object.fromEntries(Object.entries(found).filter(([, value]) => !Number.isNaN(value)));
}
