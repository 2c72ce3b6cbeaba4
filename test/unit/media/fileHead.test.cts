import { readPicture, readVideo } from '../../../nodes/Postiz/media/fileHead';
import { MP4, mp4Of, PNG, pngOf } from '../../shared/samples.cjs';

test('an MP4 tells its length, size, frame rate and codec', () => {
	expect(readVideo(mp4Of({ seconds: 12.5, width: 1920, height: 1080, fps: 25 }))).toEqual({
		facts: { seconds: 12.5, pixels: { width: 1920, height: 1080 }, fps: 25, codec: 'H.264' },
	});
	expect(readVideo(mp4Of({ isSilent: true })).facts?.isSilent).toBe(true);
	expect(readVideo(mp4Of({ codec: 'hvc1' })).facts?.codec).toBe('HEVC');
	expect(readVideo(mp4Of({ codec: 'mp4v' })).facts?.codec).toBe('mp4v');
});

test('a turned one has the size that people see', () => {
	const { facts } = readVideo(mp4Of({ width: 1920, height: 1080, isTurned: true }));
	expect(facts?.pixels).toEqual({ width: 1080, height: 1920 });
});

test('one whose end tells it says where', () => {
	const video = mp4Of({ isLast: true, gap: 5000 });
	const { moovAt, facts } = readVideo(video.subarray(0, 1000));
	expect(facts).toBeUndefined();
	expect(readVideo(video.subarray(moovAt)).facts?.seconds).toBe(10);
});

test('one that is cut anywhere tells nothing wrong', () => {
	const video = mp4Of({ seconds: 12.5 });
	const { facts: whole } = readVideo(video);
	for (let end = 0; end <= video.length; end++) {
		const { facts = {} } = readVideo(video.subarray(0, end));
		const { fps, ...others } = facts;
		expect(whole).toMatchObject(
			Object.fromEntries(Object.entries(others).filter(([, one]) => one)),
		);
		expect([undefined, 30]).toContain(fps);
	}
});

test.each([
	['nothing', Buffer.alloc(0)],
	['a file that says no more', MP4],
	['boxes without a length', Buffer.concat([MP4, Buffer.alloc(64)])],
	['one that is too short', Buffer.concat([MP4, Buffer.from('\0\0\0\x04moov'.padEnd(64, 'x'))])],
])('%s tells nothing', (_what, bytes) => {
	expect(readVideo(bytes)).toEqual({});
});

test('the pixels of a picture are read from its own bytes only', () => {
	const picture = pngOf(640, 480);
	expect(readPicture(picture)).toEqual({ pixels: { width: 640, height: 480 }, hasAlpha: false });
	expect(readPicture(picture.subarray(0, PNG.length - 8))).toEqual({});
});
