const FROM = ['@jest/core', 'jest-config', 'jest-environment-node'];

/** Loads a package that comes with jest and is no dependency of this project. */
exports.requireOfJest = (name) => {
	let from = require.resolve('jest');
	for (const bringer of FROM) from = require.resolve(bringer, { paths: [from] });
	return require(require.resolve(name, { paths: [from] }));
};
