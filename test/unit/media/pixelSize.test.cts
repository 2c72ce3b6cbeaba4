import { pixelSizeOf } from '../../../nodes/Postiz/media/fileHead';
import { PNG, pngOf } from '../../shared/samples.cjs';

test('the pixels of a picture are read from its own bytes only', () => {
	const picture = pngOf(640, 480);
	expect(pixelSizeOf(picture)).toEqual({ width: 640, height: 480 });
	expect(pixelSizeOf(picture.subarray(0, PNG.length - 8))).toBeUndefined();
});
