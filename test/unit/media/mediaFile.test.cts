import {
	createUploadFile,
	createUrlFile,
	type MediaFile,
} from '../../../nodes/Postiz/media/mediaFile';

type Known = [kind: MediaFile['kind'], extension: string];

describe('an uploaded file has the type of its path', () => {
	test.each<[string, ...Known]>([
		['https://media.example/cup.png', 'image', 'png'],
		['https://media.example/cup.jpeg', 'image', 'jpeg'],
		['https://media.example/cup.webp?size=small', 'image', 'webp'],
		['/uploads/pour.mp4', 'video', 'mp4'],
		['/uploads/pour.mp4?size=small#top', 'video', 'mp4'],
		// The service looks for it anywhere in the path.
		['https://media.example/mp4/cup.png', 'video', 'png'],
		['https://media.example/cup.png?of=mp4', 'video', 'png'],
		['https://media.example/MP4/cup.png', 'image', 'png'],
		['https://media.example/cup.PNG', undefined, 'PNG'],
		['https://media.example/pour.MP4', undefined, 'MP4'],
		['https://media.example/cup.avif', undefined, 'avif'],
		['https://media.example/cup', undefined, ''],
		['', undefined, ''],
	])('%s', (path, ...known) => {
		const reference = { id: 'a', path, alt: 'A cup' };
		const [kind, extension] = known;
		expect(createUploadFile(reference)).toEqual({ kind, extension, reference });
	});

	test('even without one', () => {
		expect(createUploadFile({ id: 'a' } as never)).toMatchObject({
			kind: undefined,
			extension: '',
		});
	});
});

describe('a file at a URL has the type of its ending, in any case', () => {
	test.each<[string, ...Known]>([
		['https://media.example/cup.png', 'image', 'png'],
		['HTTPS://MEDIA.EXAMPLE/CUP.JPG', 'image', 'jpg'],
		['https://media.example/pour.Mp4?key=secret', 'video', 'mp4'],
		['https://media.example/cup.gif#top', 'image', 'gif'],
		['https://media.example/cup.gif?a=1#top', 'image', 'gif'],
		['https://media.example/cup.gif#a?b', 'image', 'gif'],
		// It is uploaded to another path.
		['https://media.example/mp4/cup.png', 'image', 'png'],
		['https://media.example/cup.png?of=mp4', 'image', 'png'],
		['https://media.example/cup?name=cup.png', undefined, ''],
		['https://media.example/cup.avif', undefined, 'avif'],
		['https://media.example/cup', undefined, ''],
	])('%s', (url, ...known) => {
		const [kind, extension] = known;
		expect(createUrlFile(url)).toEqual({ kind, extension, url });
	});
});
