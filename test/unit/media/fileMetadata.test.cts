import { parsePicture, parseMp4 } from '../../../nodes/Postiz/media/fileMetadata';
import { createJpeg, MP4, createMp4, PNG, createPng } from '../../shared/samples.cjs';

test('reads the length, size, frame rate and codec of an MP4', () => {
	expect(parseMp4(createMp4({ seconds: 12.5, width: 1920, height: 1080, fps: 25 }))).toEqual({
		metadata: { seconds: 12.5, pixels: { width: 1920, height: 1080 }, fps: 25, codec: 'H.264' },
	});
	expect(parseMp4(createMp4({ isSilent: true, isLast: true })).metadata?.isSilent).toBe(true);
	expect(parseMp4(createMp4({ isLong: true }))).toEqual(parseMp4(createMp4()));
	const unknown = parseMp4(createMp4({ seconds: 0, width: 0 })).metadata;
	expect(unknown).toMatchObject({ seconds: undefined, pixels: undefined, fps: undefined });
});

test.each([
	['avc3', 'H.264'],
	['hvc1', 'HEVC'],
	['hev1', 'HEVC'],
	['vp08', 'VP8'],
	['vp09', 'VP9'],
	['av01', 'AV1'],
	['mp4v', 'mp4v'],
	['a\0c1', undefined],
])('calls the codec %j %s', (codec, name) => {
	expect(parseMp4(createMp4({ codec })).metadata?.codec).toBe(name);
});

test('reads the visible size of a rotated MP4', () => {
	const { metadata } = parseMp4(createMp4({ width: 1920, height: 1080, isRotated: true }));
	expect(metadata?.pixels).toEqual({ width: 1080, height: 1920 });
});

test('reads what an MP4 has only at its end', () => {
	const free = Buffer.from('\0\0\0\x08free', 'latin1');
	const long = Buffer.from('\0\0\0\x01free\0\0\0\0\0\0\0\x10', 'latin1');
	const video = Buffer.concat([free, long, createMp4({ isLast: true, gap: 5000 })]);
	const { moovAt, metadata } = parseMp4(video.subarray(0, 1000));
	expect(metadata).toBeUndefined();
	expect(parseMp4(video.subarray(moovAt)).metadata?.seconds).toBe(10);
});

test('reads no wrong values from an MP4 that is cut anywhere', () => {
	const video = createMp4({ seconds: 12.5 });
	const { metadata: whole } = parseMp4(video);
	for (let end = 0; end <= video.length; end++) {
		const { metadata = {} } = parseMp4(video.subarray(0, end));
		const { fps, ...others } = metadata;
		expect(whole).toMatchObject(
			Object.fromEntries(Object.entries(others).filter(([, feature]) => feature)),
		);
		expect([undefined, 30]).toContain(fps);
	}
});

test('limits the depth of an MP4 with endless nested boxes', () => {
	const boxes = Buffer.alloc(200_000, '\0\0\0\0moov', 'latin1');
	for (let at = 0; at < boxes.length; at += 8) boxes.writeUInt32BE(boxes.length - at, at);
	expect(parseMp4(boxes).metadata?.seconds).toBeUndefined();
});

test.each([
	['nothing', Buffer.alloc(0)],
	['a file that says no more', MP4],
	['boxes without a length', Buffer.concat([MP4, Buffer.alloc(64)])],
	['one that is too short', Buffer.concat([MP4, Buffer.from('\0\0\0\x04moov'.padEnd(64, 'x'))])],
])('reads nothing from %s', (_what, bytes) => {
	expect(parseMp4(bytes)).toEqual({});
});

test('reads the size of a picture from its own bytes only', () => {
	const picture = createPng(640, 480);
	expect(parsePicture(picture)).toEqual({
		pixels: { width: 640, height: 480 },
		hasAlpha: false,
		isRotated: false,
	});
	expect(parsePicture(picture.subarray(0, PNG.length - 8))).toEqual({});
	const gif = Buffer.from('GIF89a\x01\0\x01\0'.padEnd(40, '\0'), 'latin1');
	for (const header of [picture, gif]) header[25] = 6;
	expect([picture, gif].map((header) => parsePicture(header).hasAlpha)).toEqual([true, false]);
});

test.each([
	[1, { width: 40, height: 30 }, false],
	[2, { width: 40, height: 30 }, false],
	[3, { width: 40, height: 30 }, true],
	[6, { width: 30, height: 40 }, true],
	[8, { width: 30, height: 40 }, true],
])(
	'reads the visible size of a photo with orientation %d as %j',
	(orientation, pixels, isRotated) => {
		expect(parsePicture(createJpeg(40, 30, orientation))).toMatchObject({ pixels, isRotated });
	},
);
