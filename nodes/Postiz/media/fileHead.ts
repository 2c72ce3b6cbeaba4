import { imageSize } from 'image-size';

import type { PixelSize } from '../providers/measures';

/** What an MP4 says of itself. */
export interface VideoFacts {
	seconds?: number;
	/** As it is shown, after rotation. */
	pixels?: { width: number; height: number };
	/** Frames per second. */
	fps?: number;
	/** `H.264`, `HEVC`, or as in the file. */
	codec?: string;
	/** It has no sound track. */
	isSilent?: boolean;
}

/** A box of an MP4: what is in it, as far as it was read. */
interface Box {
	type: string;
	start: number;
	end: number;
	/** All of it was read. */
	isWhole: boolean;
}

const CODECS: Record<string, string> = {
	avc1: 'H.264',
	avc3: 'H.264',
	hvc1: 'HEVC',
	hev1: 'HEVC',
	vp08: 'VP8',
	vp09: 'VP9',
	av01: 'AV1',
};
/** The fields of a box take up no more bytes. */
const MAX_FIELDS = 128;
const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);

/**
 * Reads the start of an MP4, or what begins at its `moov` box. Returns its facts, or the byte at which to look for that
 * box; nothing if the file doesn't tell.
 */
export function readVideo(bytes: Uint8Array): { facts?: VideoFacts; moovAt?: number } {
	// What stands in a box that was only read in part, is zero then.
	const padded = new Uint8Array(bytes.length + MAX_FIELDS);
	padded.set(bytes);
	const view = new DataView(padded.buffer);
	const boxes = [...boxesIn(view, 0, bytes.length)];
	const moov = boxes.find(({ type }) => type === 'moov');
	if (moov) return { facts: factsIn(view, moov) };
	const end = boxes.at(-1)?.end;
	return { moovAt: end !== undefined && end > bytes.length ? end : undefined };
}

function* boxesIn(view: DataView, from: number, to: number): Generator<Box> {
	let at = from;
	while (at + 16 <= Math.min(to, view.byteLength - MAX_FIELDS)) {
		const size = view.getUint32(at);
		const isLong = size === 1;
		const length = isLong ? Number(view.getBigUint64(at + 8)) : size;
		if (length < 8) return;
		const [start, end] = [at + (isLong ? 16 : 8), at + length];
		yield { type: text(view, at + 4), start, end, isWhole: end <= view.byteLength - MAX_FIELDS };
		at = end;
	}
}

const text = (view: DataView, at: number) =>
	String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));

/** All boxes in a box, also those in its containers, in the order of the file. */
function* allIn(view: DataView, { start, end }: Box): Generator<Box> {
	for (const box of boxesIn(view, start, end)) {
		yield box;
		if (CONTAINERS.has(box.type)) yield* allIn(view, box);
	}
}

function factsIn(view: DataView, moov: Box): VideoFacts {
	const facts: VideoFacts = {};
	let hasSound = !moov.isWhole;
	for (const box of boxesIn(view, moov.start, moov.end)) {
		if (box.type === 'mvhd' && box.isWhole) facts.seconds = timesIn(view, box).seconds;
		if (box.type !== 'trak') continue;
		const boxes = [...allIn(view, box)];
		const kind = kindIn(view, boxes);
		if (kind === 'soun') hasSound = true;
		if (kind === 'vide') Object.assign(facts, pictureTrack(view, boxes));
	}
	return hasSound ? facts : { ...facts, isSilent: true };
}

/** What a track has, such as `vide` or `soun`. */
function kindIn(view: DataView, boxes: Box[]): string | undefined {
	const handler = boxes.find(({ type, isWhole }) => type === 'hdlr' && isWhole);
	return handler && text(view, handler.start + 8);
}

/** What the boxes of a picture track say. */
function pictureTrack(view: DataView, boxes: Box[]): VideoFacts | undefined {
	const find = (wanted: string) =>
		boxes.find(({ type, isWhole }) => type === wanted && (isWhole || /^st/.test(wanted)));
	const [header, samples, times, media] = ['tkhd', 'stsd', 'stts', 'mdhd'].map(find);
	if (!header) return undefined;
	const code = samples && text(view, samples.start + 12);
	return {
		pixels: pixelsIn(view, header),
		...(/^\w{4}$/.test(code ?? '') && { codec: CODECS[code!] ?? code }),
		...(media && times && { fps: rateIn(view, times, timesIn(view, media).perSecond) }),
	};
}

/** The duration in a `mvhd` or `mdhd`; undefined in a file of fragments, which only tell it themselves. */
function timesIn(view: DataView, { start }: Box) {
	const isLong = view.getUint8(start) === 1;
	const at = start + (isLong ? 20 : 12);
	const perSecond = view.getUint32(at);
	const units = isLong ? Number(view.getBigUint64(at + 4)) : view.getUint32(at + 4);
	return { perSecond, seconds: units > 0 && perSecond > 0 ? units / perSecond : undefined };
}

function pixelsIn(view: DataView, { start }: Box): VideoFacts['pixels'] {
	const matrix = start + (view.getUint8(start) === 1 ? 52 : 40);
	const [width, height] = [36, 40].map((offset) => view.getUint32(matrix + offset) / 65_536);
	if (!width || !height) return undefined;
	const isTurned = view.getUint32(matrix) === 0 && view.getUint32(matrix + 4) !== 0;
	return isTurned ? { width: height, height: width } : { width, height };
}

/** The frames per second by an `stts`, whose entries are a number of frames, and the time of each. */
function rateIn(view: DataView, { start, end }: Box, perSecond: number): number | undefined {
	let [frames, units] = [0, 0];
	for (let at = start + 8; at + 8 <= Math.min(end, view.byteLength - MAX_FIELDS); at += 8) {
		frames += view.getUint32(at);
		units += view.getUint32(at) * view.getUint32(at + 4);
	}
	return units > 0 ? (frames * perSecond) / units : undefined;
}

/** The size of a picture by its first bytes, if they say it. */
export function pixelSizeOf(start: Uint8Array): PixelSize | undefined {
	try {
		// The library reads beyond the end of bytes that lie among others in memory.
		const { width, height } = imageSize(Uint8Array.from(start));
		return width > 0 && height > 0 ? { width, height } : undefined;
	} catch {
		// The library throws all kinds of errors for anything but intact pictures.
		return undefined;
	}
}
