// The pattern search for larger cubes.

#define WIDTH Wide
#include "pattern/search_of_width.inc"
