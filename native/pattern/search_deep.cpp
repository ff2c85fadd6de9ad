// The pattern search for orbits of more than 32 placements.

#define WIDTH Deep
#include "pattern/search_of_width.inc"
