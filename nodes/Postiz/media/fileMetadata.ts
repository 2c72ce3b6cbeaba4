import { imageSize } from 'image-size';

import type { FileFacts, PixelSize } from '../networks/fileFacts';

/**
 * The {@link FileFacts} that the bytes of a picture or MP4 show. The size is as shown, after rotation. The codec is
 * `H.264`, `HEVC`, or as in the file.
 */
export type FileMetadata = Pick<
	FileFacts,
	'pixels' | 'hasAlpha' | 'isRotated' | 'seconds' | 'fps' | 'codec' | 'isSilent'
>;

const CODECS: Record<string, string> = {
	avc1: 'H.264',
	avc3: 'H.264',
	hvc1: 'HEVC',
	hev1: 'HEVC',
	vp08: 'VP8',
	vp09: 'VP9',
	av01: 'AV1',
};
/** The most bytes that the fields of a box need. */
const MAX_FIELDS = 128;
/** Each box contains the next one. */
const CONTAINERS = ['moov', 'trak', 'mdia', 'minf', 'stbl'];

/**
 * Parses the start of an MP4, or bytes from its `moov` box on. Returns its metadata, or the byte at which the `moov`
 * box may start, or neither. Libraries need the whole box, which may be megabytes long.
 */
export function parseMp4(bytes: Uint8Array): { metadata?: FileMetadata; moovAt?: number } {
	const boxes = [...readBoxes(toPaddedView(bytes), 0, bytes.length)];
	const moov = boxes.find(({ type }) => type === 'moov');
	if (!moov) {
		const end = boxes.at(-1)?.end ?? 0;
		return { moovAt: end > bytes.length ? end : undefined };
	}
	// The boxes of the movie, then the boxes of each track.
	const parts: Array<Partial<Record<string, DataView>>> = [{}];
	for (const { type, start, end } of boxes) {
		if (type === 'trak') parts.push({});
		const isTable = /^st/.test(type);
		if (end <= bytes.length || isTable)
			parts.at(-1)![type] = toPaddedView(bytes.subarray(start, end));
	}
	const findTrack = (handler: string) =>
		parts.find(({ hdlr }) => hdlr && readText(hdlr, 8) === handler);
	const [{ mvhd }, { tkhd, mdhd, stsd, stts }] = [parts[0]!, findTrack('vide') ?? {}];
	const code = stsd && readText(stsd, 12);
	const isSilent = moov.end <= bytes.length && !findTrack('soun');
	return {
		metadata: {
			seconds: mvhd && readTimes(mvhd).seconds,
			pixels: tkhd && readPixels(tkhd),
			fps: mdhd && stts && readFrameRate(stts, readTimes(mdhd).perSecond),
			codec: code && !/\W/.test(code) ? (CODECS[code] ?? code) : undefined,
			...(isSilent && { isSilent }),
		},
	};
}

/** Appends zeros, so that missing fields are zero. */
function toPaddedView(bytes: Uint8Array): DataView {
	const padded = new Uint8Array(bytes.length + MAX_FIELDS);
	padded.set(bytes);
	return new DataView(padded.buffer);
}

/** Yields all boxes, including boxes in containers, in the order of the file. */
function* readBoxes(
	view: DataView,
	from: number,
	to: number,
	depth = 0,
): Generator<{ type: string; start: number; end: number }> {
	let at = from;
	while (at + 16 <= Math.min(to, view.byteLength - MAX_FIELDS)) {
		const size = view.getUint32(at);
		const isLong = size === 1;
		const length = isLong ? Number(view.getBigUint64(at + 8)) : size;
		if (length < 8) return;
		const box = { type: readText(view, at + 4), start: at + (isLong ? 16 : 8), end: at + length };
		yield box;
		if (box.type === CONTAINERS[depth]) yield* readBoxes(view, box.start, box.end, depth + 1);
		at = box.end;
	}
}

const readText = (view: DataView, at: number) =>
	String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));

/** Reads the duration from an `mvhd` or `mdhd`. Undefined in fragmented files, where only the fragments have it. */
function readTimes(box: DataView) {
	const isLong = box.getUint8(0) === 1;
	const at = isLong ? 20 : 12;
	const perSecond = box.getUint32(at);
	const units = isLong ? Number(box.getBigUint64(at + 4)) : box.getUint32(at + 4);
	return { perSecond, seconds: units > 0 && perSecond > 0 ? units / perSecond : undefined };
}

function readPixels(header: DataView): PixelSize | undefined {
	const matrix = header.getUint8(0) === 1 ? 52 : 40;
	const [width, height] = [36, 40].map((offset) => header.getUint32(matrix + offset) / 65_536);
	if (!width || !height) return undefined;
	const isRotated = header.getUint32(matrix) === 0 && header.getUint32(matrix + 4) !== 0;
	return isRotated ? { width: height, height: width } : { width, height };
}

/** Reads the frames per second from an `stts`, whose entries are a number of frames and the duration of each. */
function readFrameRate(times: DataView, perSecond: number): number | undefined {
	let [frames, units] = [0, 0];
	for (let at = 8; at + 8 <= times.byteLength - MAX_FIELDS; at += 8) {
		frames += times.getUint32(at);
		units += times.getUint32(at) * times.getUint32(at + 4);
	}
	return units > 0 ? (frames * perSecond) / units : undefined;
}

/** Parses the start of a picture. Returns no metadata if the picture isn't intact. */
export function parsePicture(start: Uint8Array): FileMetadata {
	try {
		// Copied, as the library reads beyond the end of a view into a larger buffer.
		const { width, height, type, orientation = 1 } = imageSize(Uint8Array.from(start));
		const isSideways = orientation > 4;
		const pixels = isSideways ? { width: height, height: width } : { width, height };
		return {
			pixels: width > 0 && height > 0 ? pixels : undefined,
			isRotated: orientation > 2,
			// The color type in the header.
			hasAlpha: type === 'png' && [4, 6].includes(start[25]!),
		};
	} catch {
		// The library throws various errors unless the picture is intact.
		return {};
	}
}
