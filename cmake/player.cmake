# Builds the 3D player of the page (web/player), as a script: npm fetches what it is made of, esbuild bundles it.
#
#   cmake -D WEB=web -D WORK=build/player -D OUT=web/player/dist -P cmake/player.cmake
#
# Nothing depends on it: where npm is missing, or cannot reach its registry, there is a warning, and no player.

set(late 120) # seconds, for a registry that does not answer

find_program(NPM npm)
if(NOT NPM)
  message(WARNING "npm is not there: the page will show cubes flat only")
  return()
endif()

file(MAKE_DIRECTORY "${WORK}/js" "${WORK}/player")
file(GLOB sources "${WEB}/player/*.js" "${WEB}/player/*.json")
file(COPY ${sources} DESTINATION "${WORK}/player")
file(COPY "${WEB}/js/geometry.js" DESTINATION "${WORK}/js")

foreach(command "ci;--ignore-scripts;--no-audit;--no-fund;--fetch-retries=0" "run;build")
  execute_process(COMMAND "${NPM}" ${command} --silent WORKING_DIRECTORY "${WORK}/player" TIMEOUT ${late} RESULT_VARIABLE failed)
  if(failed)
    message(WARNING "npm could not build the 3D player (${failed}): the page will show cubes flat only")
    return()
  endif()
endforeach()
file(COPY "${WORK}/player/dist/" DESTINATION "${OUT}")
