import { checkReference } from '../../../nodes/Postiz/channels/checkSetting';

const PATH = 'https://media.example/cup.png';

test.each([
	[{ id: '1', path: PATH }, undefined],
	[{ id: '1', path: '/uploads/cup.mp4?size=small' }, undefined],
	[
		{ id: '1', path: 'https://media.example/cup.PNG' },
		'cannot be “https://media.example/cup.PNG”. Posts can only have files whose paths end in lowercase letters',
	],
	[{ id: '1', path: PATH, thumbnail: 'https://1.2.3.4/cover.png' }, undefined],
	[
		{ id: '1', path: PATH, thumbnail: 'http://localhost:4007/cover.png' },
		'has the cover “http://localhost:4007/cover.png”; a cover must be a web address with a dot in its host',
	],
	[
		{ id: '1', path: 'https://media.example/cup.avif' },
		'cannot be “https://media.example/cup.avif”. Posts can only have PNG, JPEG, GIF and WebP pictures and MP4 videos',
	],
	[undefined, 'must have the id and path of an uploaded file, not “undefined”'],
	['cup.png', 'must have the id and path of an uploaded file, not “cup.png”'],
	[{ id: ' ', path: PATH }, expect.stringContaining('must have the id and path')],
	[{ id: 1, path: PATH }, expect.stringContaining('must have the id and path')],
])('the file %j: %s', (file, message) => {
	expect(checkReference(file)).toEqual(message);
});
